import { Injectable } from '@nestjs/common';
import { composeMail, MailLinks, paragraph, type MailDraft } from '#capabilities/mail';

/** The person whom a mail greets, and the target of the link that the sign-in library has made. */
interface Addressee {
  name: string;
  url: string;
}

type Composed = ReturnType<typeof composeMail>;

const ONE_HOUR = paragraph`The link works for one hour.`;

/** The words of the mails of sign-in. */
@Injectable()
export class SignInMailTexts {
  constructor(private readonly links: MailLinks) {}

  passwordReset({ name, url }: Addressee): Composed {
    return compose({
      subject: 'Reset your password',
      paragraphs: [
        paragraph`Hello ${name},`,
        paragraph`someone asked for a new password for your account. Choose one on the page of this link. All your sessions end when you save it.`,
      ],
      link: { label: 'Choose a new password', to: this.links.ofSignIn(url) },
      notes: [
        paragraph`The link works once, within one hour. If you did not ask for it, ignore this mail: your password stays as it is.`,
      ],
    });
  }

  verification({ name, url }: Addressee): Composed {
    return compose({
      subject: 'Verify your e-mail address',
      paragraphs: [
        paragraph`Hello ${name},`,
        paragraph`follow the link to confirm that this address is yours. Then you can sign in.`,
      ],
      link: { label: 'Verify the address', to: this.links.ofSignIn(url) },
      notes: [ONE_HOUR, paragraph`If you did not create an account, ignore this mail.`],
    });
  }

  knownAddress({ name }: Omit<Addressee, 'url'>): Composed {
    return compose({
      subject: 'You already have an account',
      paragraphs: [
        paragraph`Hello ${name},`,
        paragraph`someone tried to create an account with your e-mail address, but you have one already. Nothing was changed. If it was you, sign in, or reset your password there.`,
      ],
      link: { label: 'Sign in', to: this.links.page('login') },
      notes: [paragraph`If it was not you, ignore this mail.`],
    });
  }
}

function compose(draft: MailDraft): Composed {
  return composeMail(draft);
}
