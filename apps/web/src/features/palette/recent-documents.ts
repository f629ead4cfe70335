import { remembered } from './palette';

const key = (organizationId: string): string => `archivolt.recent.${organizationId}`;

/** Ids, newest first. */
export function recentDocuments(organizationId: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key(organizationId)) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

export function rememberDocument(organizationId: string, documentId: string): void {
  try {
    const ids = remembered(recentDocuments(organizationId), documentId);
    localStorage.setItem(key(organizationId), JSON.stringify(ids));
  } catch {
    // Without storage there are no recent documents.
  }
}
