/** The registry of `@Type`. The package has no types for this path. */
declare module 'class-transformer/cjs/storage.js' {
  export const defaultMetadataStorage: {
    findTypeMetadata(type: abstract new () => object, property: string): { typeFunction?: () => unknown } | undefined;
  };
}
