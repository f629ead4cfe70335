/** Of the long lists of administrators. */
export const PAGE_SIZE = 25;
