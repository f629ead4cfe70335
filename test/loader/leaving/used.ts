let uses = 0;

/** How often this module was used since it was loaded. */
export const use = (): number => (uses += 1);
