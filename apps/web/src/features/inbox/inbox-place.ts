interface Listed {
  id: string;
}

/** Where a person is in the inbox: at a document and, when that leaves, at the one that takes its place. */
export interface InboxPlace {
  documentId: string | undefined;
  /** From 0. */
  index: number;
}

/** The same place in a list that may have changed. */
export function placeIn(documents: readonly Listed[], { documentId, index }: InboxPlace): InboxPlace {
  const found = documents.findIndex(({ id }) => id === documentId);
  if (found >= 0) return { documentId, index: found };
  const taken = Math.max(0, Math.min(index, documents.length - 1));
  return { documentId: documents[taken]?.id, index: taken };
}
