/** Why a file is not read. */
export class FileRefused extends Error {
  constructor(
    readonly outcome: 'corrupt' | 'empty' | 'encrypted' | 'too-large' | 'unsupported',
    message: string,
  ) {
    super(message);
  }
}
