import { defineEvent } from '#ground/history';

/** The file request through which a document came in, and its title at that time. */
export interface HandedInFacts {
  fileRequestId: string;
  fileRequestTitle: string;
}

/** The document of whose pages another one was made, and its name at that time. */
export interface SplitFromFacts {
  splitFromId: string;
  splitFromName: string;
}

/** Times are ISO 8601 in UTC. Those on a file request only for files that a visitor handed in. */
export interface CreatedDocumentFacts {
  documentId: string;
  name: string;
  createdAt: string;
  updatedAt: string;
  fileRequestId?: string;
  fileRequestTitle?: string;
  /** Only for parts of a document that was split. */
  splitFromId?: string;
  splitFromName?: string;
}

/** The fields that were changed (`file`: it has another version), and the new values of the short ones: the content is read from the document. */
export interface UpdatedDocumentFacts {
  documentId: string;
  updatedFields: string[];
  name?: string;
  /** ISO 8601 in UTC; `null` when the date was removed. */
  documentDate?: string | null;
  notes?: string;
  /** `false` when the document was confirmed, `true` when it was put back in the inbox. */
  isInInbox?: boolean;
}

export const DocumentCreated = defineEvent<CreatedDocumentFacts>('document:created', {
  description: 'A file was added, or a file that was in the trash was uploaded again.',
  activity: 'created',
});
export const DocumentUpdated = defineEvent<UpdatedDocumentFacts>('document:updated', {
  description: 'A document was edited, or its text was extracted.',
  activity: 'updated',
});
export const DocumentDeleted = defineEvent<{ documentId: string }>('document:deleted', {
  description: 'A document was moved to the trash.',
  activity: 'deleted',
});
export const DocumentRestored = defineEvent<{ documentId: string }>('document:restored', {
  description: 'A document was taken out of the trash.',
  activity: 'restored',
});
/**
 * The entry of the audit log is the certificate of the purge: what was removed, when, and by which rule. All but the id
 * are missing in events of earlier versions.
 */
export interface PurgedDocumentFacts {
  documentId: string;
  /** At that time. */
  name?: string;
  /** The SHA-256 of its file, in hexadecimal digits. */
  sha256?: string;
  /** Bytes of its file and of its earlier versions. */
  size?: number;
  /** The number of earlier versions that had files of their own, which were removed, too. */
  earlierVersions?: number;
  /** Only when a retention rule has removed it. */
  retentionRuleId?: string;
  /** At that time. */
  retentionRuleName?: string;
}

export const DocumentPurged = defineEvent<PurgedDocumentFacts>('document:purged', {
  description: 'A document and its file were removed permanently.',
});
export const DocumentContentExtracted = defineEvent<{ documentId: string; outcome: string }>(
  'document:content:extracted',
  { description: 'The server has tried to extract the text of a document.' },
);
/** Only for rules that ask for it; once for each rule and document. */
export const DocumentRuleMatched = defineEvent<{ documentId: string; taggingRuleId: string; taggingRuleName: string }>(
  'document:rule-matched',
  { description: 'A tagging rule that sends events matched a document for the first time.' },
);
