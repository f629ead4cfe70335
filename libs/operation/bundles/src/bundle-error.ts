/** Why a bundle cannot be written or read: a sentence for people. */
export class BundleError extends Error {
  override readonly name = 'Error';
}
