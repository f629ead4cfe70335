import { RefusedFile } from '@archivolt/plugin-kit';
import { forgetLibheif, loadLibheif, type DecodedImage, type Failure, type Libheif } from './libheif.js';
import type { Pixels } from './scale-down.js';

/** Its planes and its colours are in memory together: about 250 MB for as many. */
const MOST_PIXELS = 50_000_000;
const DAMAGED = 'The picture is damaged and cannot be decoded.';
const OTHER_CODING = 'The picture is not coded as HEVC.';

/** A file with one picture or several, of which one at a time is decoded. */
export class HeicFile {
  private constructor(
    private readonly lib: Libheif,
    private readonly context: object,
    private readonly handles: readonly object[],
  ) {}

  /** Throws {@link RefusedFile} when it holds no picture. */
  static open(bytes: Uint8Array): HeicFile {
    return guarded(() => {
      const lib = loadLibheif();
      const context = lib.heif_context_alloc();
      if (context === null) throw new Error('libheif is out of memory');
      const read = lib.heif_context_read_from_memory(context, bytes);
      const ids = read.code === lib.heif_error_code.heif_error_Ok ? idsOf(lib, context) : read;
      if (!Array.isArray(ids)) {
        lib.heif_context_free(context);
        throw refusal(lib, ids);
      }
      const handles = ids
        .map((id) => lib.heif_js_context_get_image_handle(context, id))
        .filter((handle) => !('code' in handle));
      // The picture that other programs show is the first page.
      const rank = (handle: object): number => (lib.heif_image_handle_is_primary_image(handle) === 0 ? 1 : 0);
      const file = new HeicFile(
        lib,
        context,
        [...handles].sort((a, b) => rank(a) - rank(b)),
      );
      if (handles.length > 0) return file;
      file.close();
      throw new RefusedFile('corrupt', 'The file holds no picture.');
    });
  }

  get pages(): number {
    return this.handles.length;
  }

  /** Decodes a picture for the time of `work`, turned as it is shown. Refuses more pixels than allowed before. */
  withPage<Result>(index: number, maxPixels: number, work: (pixels: Pixels) => Result): Result {
    const handle = this.handles[index];
    if (handle === undefined) throw new RangeError(`there is no page ${index + 1}`);
    const { lib } = this;
    const [width, height] = [lib.heif_image_handle_get_width(handle), lib.heif_image_handle_get_height(handle)];
    if (width * height > Math.min(maxPixels, MOST_PIXELS))
      throw new RefusedFile('too-large', `The picture has ${width} x ${height} pixels, more than is allowed.`);
    return guarded(() => {
      const hasAlpha = lib.heif_image_handle_has_alpha_channel(handle) !== 0;
      const { heif_chroma_interleaved_RGB: rgb, heif_chroma_interleaved_RGBA: rgba } = lib.heif_chroma;
      const { heif_colorspace_RGB: colours } = lib.heif_colorspace;
      const decoded = lib.heif_js_decode_image2(handle, colours, hasAlpha ? rgba : rgb);
      if (isFailure(decoded)) throw refusal(lib, decoded);
      try {
        const [channel] = decoded.channels;
        if (channel === undefined) throw new RefusedFile('corrupt', DAMAGED);
        return work({ ...channel, channels: hasAlpha ? 4 : 3 });
      } finally {
        lib.heif_image_release(decoded.image);
      }
    });
  }

  close(): void {
    guarded(() => {
      for (const handle of this.handles) this.lib.heif_image_handle_release(handle);
      this.lib.heif_context_free(this.context);
    });
  }
}

function idsOf(lib: Libheif, context: object): number[] | Failure {
  return lib.heif_js_context_get_list_of_top_level_image_IDs(context);
}

function isFailure(decoded: DecodedImage | Failure): decoded is Failure {
  return 'code' in decoded;
}

function refusal({ heif_error_code: codes }: Libheif, { code }: Failure): RefusedFile {
  const others = [
    codes.heif_error_Plugin_loading_error,
    codes.heif_error_Unsupported_feature,
    codes.heif_error_Unsupported_filetype,
  ];
  return others.includes(code) ? new RefusedFile('unsupported', OTHER_CODING) : new RefusedFile('corrupt', DAMAGED);
}

/** A fault inside the module leaves it unusable; the file is at fault. */
function guarded<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof RefusedFile) throw error;
    forgetLibheif();
    throw new RefusedFile('corrupt', DAMAGED);
  }
}
