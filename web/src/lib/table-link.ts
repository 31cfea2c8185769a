/** Whether others can open this page's URL: not if it names this machine only. */
export const isShareable = (hostname: string): boolean => !/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);

export const linkTo = (code: string): string => `${location.origin}/t/${code}`;
