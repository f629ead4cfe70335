import type { DrawingContext } from './page-drawing.js';

/** What the host passes to an extractor that opens a mail. */
export type MailContext<Config = unknown> = DrawingContext<Config>;

/** One address of a header. */
export interface MailAddress {
  /** `user@example.com`, as it is written. */
  address: string;
  /** The name in front of it; empty when there is none. */
  name: string;
}

/** A file in a mail. */
export interface MailPart {
  /** As the mail names it, not cleaned; empty when it has no name. */
  fileName: string;
  /** As the mail declares it, lower case, without parameters; empty when it declares none. */
  type: string;
  /** True for a picture that the text shows, and for every other part that is not meant as an attachment. */
  isInline: boolean;
  bytes: Uint8Array;
}

/** A mail and its parts, or why it was not opened. The host limits numbers and sizes once more. */
export type OpenedMail =
  | {
      outcome: 'opened';
      /** Of all `From` headers; a mail should have one address. Never what only a name or an encoded word spells out. */
      from: readonly MailAddress[];
      /** `To` and `Cc`, in this order. */
      to: readonly MailAddress[];
      subject: string;
      /** ISO 8601; missing when the header is missing or cannot be read. */
      date?: string;
      messageId?: string;
      /**
       * Values of the headers that say how the mail arrived, from top to bottom, unfolded: names in lower case out of
       * `authentication-results`, `delivered-to`, `envelope-to`, `received-spf`, `return-path`, `x-original-to`.
       */
      trace: readonly { name: string; value: string }[];
      /** Attachments and inline files, in the order of the mail; not the text itself. */
      parts: readonly MailPart[];
    }
  | {
      outcome: 'corrupt' | 'too-large' | 'unsupported';
      /** One sentence for users. */
      reason?: string;
    };
