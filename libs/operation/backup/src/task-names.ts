/** The scheduled tasks, which administrators also start by hand. */
export const CREATE_BACKUP = 'create-backup';
export const TEST_BACKUP = 'test-backup';
