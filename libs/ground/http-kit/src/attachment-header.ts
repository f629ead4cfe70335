import { cleanDocumentName } from '@archivolt/plugin-kit';

/**
 * `Content-Disposition` for a download. A name has at most 255 characters, so the header stays far below the 16 KB that
 * clients accept for all headers together.
 */
export function attachmentHeader(name: string): string {
  // Names of earlier versions may hold anything, also half a surrogate pair, for which `encodeURIComponent` throws.
  return `attachment; filename*=UTF-8''${encodeName(cleanDocumentName(name) || 'document')}`;
}

function encodeName(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
