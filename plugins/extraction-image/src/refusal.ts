import type { ExtractionInput } from '@archivolt/plugin-kit';
import { BmpError } from './bmp.js';
import { NoDecoder, TooManyPixels, UnknownKind } from './picture-file.js';

const HEIC =
  'Pictures of the kind HEIC cannot be read here, because their coding (HEVC) is not free. Convert it to JPEG or PNG.';

/** Why a picture cannot be read or drawn, for users. */
export interface Refusal {
  outcome: 'corrupt' | 'too-large' | 'unsupported';
  reason: string;
}

/** `input` is given when the file could not be opened. */
export function refusalOf(error: unknown, input?: ExtractionInput): Refusal {
  if (error instanceof NoDecoder || input?.type === 'image/heic' || input?.type === 'image/heif')
    return { outcome: 'unsupported', reason: HEIC };
  if (error instanceof TooManyPixels)
    return { outcome: 'too-large', reason: `The picture has ${error.message} pixels, more than is allowed.` };
  if (error instanceof BmpError) return { outcome: error.problem, reason: error.message };
  const message = error instanceof Error ? error.message : String(error);
  if (/pixel limit/i.test(message))
    return { outcome: 'too-large', reason: 'The picture has more pixels than is allowed.' };
  if (error instanceof UnknownKind || /unsupported image format/i.test(message))
    return { outcome: 'unsupported', reason: 'The file is not a picture of a known kind.' };
  return { outcome: 'corrupt', reason: 'The picture is damaged and cannot be decoded.' };
}
