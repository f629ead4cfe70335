/** The file is not the one that was seen, or is not there any more: it is looked at again. */
export class FileChanged extends Error {
  constructor() {
    super('the file was changed meanwhile');
  }
}

/** The file is there and cannot be read. The message is a reason for people. */
export class FileUnreadable extends Error {
  static because({ code = 'unknown' }: NodeJS.ErrnoException): FileUnreadable {
    if (code === 'EACCES' || code === 'EPERM')
      return new FileUnreadable('The server may not read it. Give the user of the server the right to read it.');
    if (['EBUSY', 'EAGAIN', 'ETXTBSY', 'EWOULDBLOCK'].includes(code))
      return new FileUnreadable('Another program has locked it. Close it there.');
    return new FileUnreadable(`It cannot be read (${code}). Check the disk or the connection to it.`);
  }
}
