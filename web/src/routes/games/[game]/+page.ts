export const ssr = true;
