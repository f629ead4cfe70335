/** The mail in a file of Apple Mail: its length stands in a line in front of it, and what the program notes behind it. */
export function appleMail(file: Buffer): Buffer {
  const head = /^\s{0,10}(\d{1,10})\s{0,20}\n/.exec(file.toString('latin1', 0, 64));
  if (head === null) return file;
  const start = head[0].length;
  return file.subarray(start, start + Number(head[1]));
}
