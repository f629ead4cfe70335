import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** A value of an enumeration of the library; each is one object. */
type Choice = object;

export interface Failure {
  code: Choice;
  message: string;
}

/** A picture in the memory of the module. */
export interface DecodedImage {
  image: object;
  channels: { width: number; height: number; stride: number; data: Uint8Array }[];
}

/** What is used of the functions of libheif; the published types cover its C functions only. */
export interface Libheif {
  readonly HEAPU8: Uint8Array;
  readonly heif_error_code: {
    heif_error_Ok: Choice;
    /** The decoder that the picture needs is not built in. */
    heif_error_Plugin_loading_error: Choice;
    heif_error_Unsupported_filetype: Choice;
    heif_error_Unsupported_feature: Choice;
  };
  readonly heif_colorspace: { heif_colorspace_RGB: Choice };
  readonly heif_chroma: { heif_chroma_interleaved_RGB: Choice; heif_chroma_interleaved_RGBA: Choice };
  heif_context_alloc(): object | null;
  heif_context_free(context: object): void;
  heif_context_read_from_memory(context: object, file: Uint8Array): Failure;
  heif_js_context_get_list_of_top_level_image_IDs(context: object): number[] | Failure;
  heif_js_context_get_image_handle(context: object, id: number): object;
  heif_js_decode_image2(handle: object, colorspace: Choice, chroma: Choice): DecodedImage | Failure;
  heif_image_handle_get_width(handle: object): number;
  heif_image_handle_get_height(handle: object): number;
  heif_image_handle_has_alpha_channel(handle: object): number;
  heif_image_handle_is_primary_image(handle: object): number;
  heif_image_handle_release(handle: object): void;
  heif_image_release(image: object): void;
}

// The memory of the module only grows: beyond this a new one is started for the next file.
const KEEP_BELOW_BYTES = 128 * 1024 * 1024;

let kept: Libheif | undefined;

/** The module, compiled from the file `libheif.wasm` of its package, which may be replaced. */
export function loadLibheif(): Libheif {
  if (kept && kept.HEAPU8.length < KEEP_BELOW_BYTES) return kept;
  const require = createRequire(import.meta.url);
  const start = require('libheif-js/libheif-wasm/libheif.js') as (options: object) => Libheif;
  const wasmBinary = readFileSync(require.resolve('libheif-js/libheif-wasm/libheif.wasm'));
  kept = start({ wasmBinary, print: () => undefined, printErr: () => undefined });
  return kept;
}

/** After a fault inside the module its memory cannot be trusted. */
export function forgetLibheif(): void {
  kept = undefined;
}
