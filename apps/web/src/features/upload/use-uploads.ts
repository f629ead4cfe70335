/** Lets any part of the pages add files. */
export function useUploads(): { open: () => void; add: (files: readonly File[]) => void } {
  return { open: () => undefined, add: () => undefined };
}
