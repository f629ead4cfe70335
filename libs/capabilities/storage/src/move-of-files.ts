/** The lease of the one move that may run at a time in an installation. */
export const MOVE_OF_FILES = 'move of files';
