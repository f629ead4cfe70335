import { defineJob } from '#ground/jobs';

export interface LearnFilingData {
  organizationId: string;
}

/** Learns from the documents of an organization what people give to documents. Does nothing when nothing has changed. */
export const LearnFiling = defineJob<LearnFilingData>('learned-filing.learn', {
  concurrency: 1,
  timeoutSeconds: 900,
  retries: 2,
  groupOf: ({ organizationId }) => organizationId,
});

export interface FileDocumentsData {
  organizationId: string;
  documentIds: string[];
  /** False: they were here before, and people may have taken labels away, so that nothing is set. */
  maySet: boolean;
}

/** Suggests and sets labels of documents whose text was extracted, by what was learned. */
export const FileDocuments = defineJob<FileDocumentsData>('learned-filing.file', {
  concurrency: 2,
  timeoutSeconds: 300,
  retries: 5,
  groupOf: ({ organizationId }) => organizationId,
});
