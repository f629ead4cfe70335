/** What is known of a document that another archive had before. */
export interface ImportedFacts {
  /** When it was added there; missing: now. */
  createdAt?: Date | undefined;
  /** Null: no user of this archive; missing: the actor. */
  createdBy?: string | null | undefined;
  /** Missing: as the organization wants it for new documents. */
  isInInbox?: boolean | undefined;
  /** Its text comes with it and is saved in the same transaction: the file is not read, and no rules are applied. */
  isRead: boolean;
}
