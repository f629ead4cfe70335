import type { ImapConfig } from './imap.config.js';

/** Says what is wrong with settings that are right one by one; `undefined` when nothing is. */
export function mistakeInSettings(config: ImapConfig): string | undefined {
  const { host, user, password, accessToken, folder, after, doneFolder, failedFolder } = config;
  if (host === '') return undefined;
  if (user === '') return 'there is no user. Remedy: set INTAKE_IMAP_USER';
  if (password === undefined && accessToken === undefined)
    return 'there is no password. Remedy: set INTAKE_IMAP_PASSWORD or INTAKE_IMAP_ACCESS_TOKEN';
  if (after === 'move' && isSame(doneFolder, folder))
    return 'mails that were taken would be moved to the folder that they are in. Remedy: correct INTAKE_IMAP_DONE_FOLDER';
  if (failedFolder !== undefined && isSame(failedFolder, folder))
    return 'mails that were refused would be moved to the folder that they are in. Remedy: correct INTAKE_IMAP_FAILED_FOLDER';
  return undefined;
}

/** Only the name of the inbox has no case. */
function isSame(one: string, other: string): boolean {
  return one === other || (one.toUpperCase() === 'INBOX' && other.toUpperCase() === 'INBOX');
}
