/**
 * Throw this in a reader for a file that it does not read, however deep in it: `defineExtractor` makes the result of
 * `extract` and of `drawPage` of it. `message` is one sentence for users.
 */
export class RefusedFile extends Error {
  override readonly name = 'RefusedFile';

  constructor(
    readonly outcome: 'corrupt' | 'empty' | 'encrypted' | 'too-large' | 'unsupported',
    message: string,
  ) {
    super(message);
  }
}
