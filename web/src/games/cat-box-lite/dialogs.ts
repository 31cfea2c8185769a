/** What may lie open over the table. */
export type Opened = 'menu' | 'log' | 'keys' | 'result' | 'lookers_on' | 'people' | 'time' | 'chat' | 'rules';
