/** The registry of `@Type`: the package has types for this file, but not where its JavaScript is. */
declare module 'class-transformer/cjs/storage.js' {
  export { defaultMetadataStorage } from 'class-transformer/types/storage';
}
