import { Env, MEDIA_TYPE_ENTRY, MEDIA_TYPE_MESSAGE } from '@archivolt/plugin-kit';
import { IsIn, IsInt, IsOptional, IsUrl, Matches, Max, Min, ValidateBy } from 'class-validator';
import { mistakeInHeaders } from './request-headers.js';

/** The HTTP service of your own that gets files when CONTENT_EXTRACTION_STRATEGY names `custom-http`. */
export class CustomHttpConfig {
  /** Address to which files are sent. Without it no file is sent. */
  @Env('EXTRACTION_CUSTOM_HTTP_URL', { aliases: ['CONTENT_EXTRACTION_CUSTOM_HTTP_URL'] })
  @IsOptional()
  @IsUrl({ require_tld: false, require_protocol: true, protocols: ['http', 'https'] })
  url?: string;

  /** Headers of the request as a JSON object of texts: `{"authorization": "Bearer …"}`. */
  @Env('EXTRACTION_CUSTOM_HTTP_HEADERS', { aliases: ['CONTENT_EXTRACTION_CUSTOM_HTTP_HEADERS'], secret: true })
  @ValidateBy({
    name: 'areHeaders',
    validator: {
      validate: (value) => mistakeInHeaders(value) === undefined,
      defaultMessage: (given) => mistakeInHeaders(given?.value) ?? '',
    },
  })
  headers: string = '{}';

  /**
   * How the file is sent: `form-data` as the part `file` of a form, `json` in Base64 as
   * `{"document": {"filename", "type", "content"}}`.
   */
  @Env('EXTRACTION_CUSTOM_HTTP_UPLOAD_FORMAT', { aliases: ['CONTENT_EXTRACTION_CUSTOM_HTTP_UPLOAD_FORMAT'] })
  @IsIn(['form-data', 'json'])
  uploadFormat: string = 'form-data';

  /** Milliseconds that one file may take. */
  @Env('EXTRACTION_CUSTOM_HTTP_REQUEST_TIMEOUT_MS', { aliases: ['CONTENT_EXTRACTION_CUSTOM_HTTP_REQUEST_TIMEOUT_MS'] })
  @IsInt()
  @Min(1)
  @Max(3_600_000)
  timeoutMs: number = 30_000;

  /** What the service responds with: `text`, or `json` with the text in it. */
  @Env('EXTRACTION_CUSTOM_HTTP_RESPONSE_FORMAT', { aliases: ['CONTENT_EXTRACTION_CUSTOM_HTTP_RESPONSE_FORMAT'] })
  @IsIn(['json', 'text'])
  responseFormat: string = 'json';

  /** Where the text is in the JSON: names of fields and places in lists, separated by dots. */
  @Env('EXTRACTION_CUSTOM_HTTP_JSON_RESPONSE_TEXT_PATH', {
    aliases: ['CONTENT_EXTRACTION_CUSTOM_HTTP_JSON_RESPONSE_TEXT_PATH'],
  })
  @Matches(/^[^.]+(\.[^.]+)*$/, { message: 'must be names separated by single dots, such as result.text' })
  textPath: string = 'text';

  /** Media types that are sent, such as `application/pdf,image/*` or `*,!text/*`. */
  @Env('EXTRACTION_CUSTOM_HTTP_MIME_TYPES_ALLOW_LIST', {
    aliases: ['CONTENT_EXTRACTION_CUSTOM_HTTP_MIME_TYPES_ALLOW_LIST'],
  })
  @Matches(MEDIA_TYPE_ENTRY, { each: true, message: MEDIA_TYPE_MESSAGE })
  allowedTypes: string[] = ['*'];
}
