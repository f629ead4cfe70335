import { Controller, HttpCode, Post, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { IntakeEmailsConfig } from '#config/intake-emails';
import { InvalidFormData } from '#archive/documents';
import { Access, Describe, Errors, UPLOAD_TIMEOUT_MS } from '#ground/http-kit';
import { IntakeEmailsDisabled, SignatureHeaderRequired, TakeIngestedMail } from '#outside/intake';
import { INGEST_DESCRIPTION, readIngestedForm } from './ingested-form.js';
import { readIngestedMail } from './ingested-mail.js';
import { mailKey } from './mail-key.js';
import { SignedBodies } from './signed-bodies.js';

/** Where mail services and workers deliver mails. */
@Controller('api/intake-emails')
export class IngestController {
  constructor(
    private readonly config: IntakeEmailsConfig,
    private readonly bodies: SignedBodies,
    private readonly takeMail: TakeIngestedMail,
  ) {}

  /**
   * Delivers a mail: multipart/form-data with `email` and the attachments, signed with the secret of the server. The
   * response is 202 when everything in it was taken, held or dropped; after any 5xx the same body can be sent again, and
   * is taken once.
   */
  @Errors(
    'intake_emails.disabled',
    'intake_emails.signature_header_required',
    'intake_emails.too_large',
    'intake_emails.too_slow',
    'auth.unauthorized',
    'server.invalid_request.form_data',
    'server.busy',
    'documents.storage.full',
    'documents.storage.unavailable',
  )
  @Post('ingest')
  @HttpCode(202)
  @RouteConfig({ timeoutMs: UPLOAD_TIMEOUT_MS, isUnlimited: true })
  @Describe(INGEST_DESCRIPTION)
  @Access.public()
  async ingest(@Req() request: FastifyRequest): Promise<void> {
    if (!this.config.isEnabled) throw IntakeEmailsDisabled();
    const signature = request.headers['x-signature'];
    if (typeof signature !== 'string' || signature === '') throw SignatureHeaderRequired();
    if (!request.isMultipart()) throw InvalidFormData({ message: 'The body must be multipart/form-data.' });
    const contentType = request.headers['content-type'] ?? '';
    await this.bodies.receive(request, signature, async (body) => {
      const { email, files } = await readIngestedForm(contentType, body);
      const mail = readIngestedMail(email);
      const key = mailKey(mail, files, body.sha256);
      await this.takeMail.execute({ ...mail, key, files }, AbortSignal.timeout(UPLOAD_TIMEOUT_MS));
    });
  }
}
