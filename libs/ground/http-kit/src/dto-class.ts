/** A class whose properties carry class-validator decorators. */
export type DtoClass = new () => object;
