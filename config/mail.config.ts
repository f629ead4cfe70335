import { Env } from '@archivolt/plugin-kit';
import { IsString, MaxLength, ValidateBy } from 'class-validator';

/** Mails that the server sends. */
export class MailConfig {
  /** Sender of mails: `archive@example.com` or `My archive <archive@example.com>`. */
  @Env('EMAILS_FROM_ADDRESS')
  @IsString()
  @MaxLength(400)
  @ValidateBy({
    name: 'isSender',
    validator: {
      validate: (value) => typeof value === 'string' && /^(?:[^<>\p{Cc}]* )?<?[^\s<>@]+@[^\s<>@]+>?$/u.test(value),
      defaultMessage: () => 'must be an address, or a name and an address: My archive <archive@example.com>',
    },
  })
  from: string = 'Archivolt <archivolt@localhost>';
}
