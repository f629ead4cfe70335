import { InvalidFormData } from '#archive/documents';
import { splitField } from './split-field.js';

/**
 * Codes that a caller may send. The list is part of the API and does not depend on what is installed: where a language is
 * missing, the OCR plugin uses another one and reports it.
 */
export const OCR_LANGUAGES: readonly string[] =
  `afr amh ara asm aze aze_cyrl bel ben bod bos bul cat ceb ces chi_sim chi_tra chr cym dan deu dzo ell eng enm epo est
  eus fas fin fra frk frm gle glg grc guj hat heb hin hrv hun iku ind isl ita ita_old jav jpn kan kat kat_old kaz khm kir
  kor kur lao lat lav lit mal mar mkd mlt msa mya nep nld nor ori pan pol por pus ron rus san sin slk slv spa spa_old sqi
  srp srp_latn swa swe syr tam tel tgk tgl tha tir tur uig ukr urd uzb uzb_cyrl vie yid`.split(/\s+/);
const CODES = new Set(OCR_LANGUAGES);
/** Unknown codes that an error names: a response with all of them is many times as long as the request. */
const MOST_NAMED = 10;

/** Reads the values of the form field: repeated, comma-separated, or a JSON array. Refuses a code that is not listed. */
export function parseOcrLanguages(values: readonly string[]): string[] {
  const wanted = splitField('ocrLanguages', values);
  const unknown = wanted.filter((code) => !CODES.has(code));
  if (unknown.length > 0) {
    throw InvalidFormData({
      details: unknown.slice(0, MOST_NAMED).map((code) => ({
        path: 'ocrLanguages',
        message: `${JSON.stringify(code.slice(0, 40))} is not a known OCR language code`,
      })),
    });
  }
  return wanted;
}
