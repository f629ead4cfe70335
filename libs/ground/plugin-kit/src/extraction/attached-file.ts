/** Why a file in another one was not handed over. */
export interface UnreadFile {
  outcome: 'corrupt' | 'encrypted' | 'too-large' | 'unsupported';
  /** One sentence for users. */
  reason: string;
}

/**
 * A file in the file that is read: an attachment of a mail, a member of an archive, a file that is embedded in a PDF. The
 * host reads it with the plugins for its type, lists it with the document, and says in which file a hit is.
 */
export interface AttachedFile {
  /** As the outer file names it, with its folders, not cleaned; empty when it has no name. The host writes no file of this name. */
  name: string;
  /** As the outer file declares it, lower case; empty when it declares none. The host trusts the content more. */
  type: string;
  /**
   * Returns the content. Called at most once and before the next file is asked for, and not for files that the host
   * only counts. A file of more than `maxBytes` bytes is `too-large`: unpack no more than that. A
   * file for which it throws is `corrupt`.
   */
  read(maxBytes: number): Promise<Uint8Array | UnreadFile>;
}
