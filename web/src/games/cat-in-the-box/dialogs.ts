/** What may lie open over the table. */
export type Opened =
	| { kind: 'menu' | 'log' | 'last_trick' | 'keys' | 'result' | 'scores' | 'lookers_on' | 'people' | 'time' | 'memory' | 'chat' | 'notes' | 'problem' }
	| { kind: 'rules'; rule?: string }
	| { kind: 'summary'; round: number };
