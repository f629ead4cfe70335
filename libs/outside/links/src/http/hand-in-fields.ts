import { IsString, MaxLength } from 'class-validator';
import { InvalidFormData } from '#archive/documents';
import { MayBeAbsent, OneLine, validateDto } from '#ground/http-kit';

/** What the form of a visitor looks like, for the description of the API. */
export const HAND_IN_BODY = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        properties: {
          file: { type: 'string', format: 'binary', description: 'The file with its name; a second one is ignored.' },
          senderName: { type: 'string', maxLength: 120, description: 'Who hands it in, as the visitor writes it.' },
        },
        required: ['file'],
      },
    },
  },
};

class HandInFields {
  @OneLine() @MayBeAbsent() @IsString() @MaxLength(120) senderName?: string;
}

/** Other fields are ignored. A repeated field is a list, which no rule accepts. */
export function readSenderName(fields: ReadonlyMap<string, readonly string[]>): string | null {
  const [first, ...more] = fields.get('senderName') ?? [];
  const senderName = more.length > 0 ? [first, ...more] : first;
  const checked = validateDto(HandInFields, senderName === undefined ? {} : { senderName });
  if ('details' in checked) throw InvalidFormData({ details: checked.details });
  return (checked.value as HandInFields).senderName || null;
}
