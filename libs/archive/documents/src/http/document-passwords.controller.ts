import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { DocumentPasswords, OrganizationPasswords, PasswordRepository, type ListedPassword } from '#archive/documents';
import { Access, Context, Errors, OrganizationParams, WholeListQuery } from '#ground/http-kit';
import type { OrganizationContext } from '#ground/kernel';
import { Idempotency } from '#ground/requests';
import { DocumentParams } from './document.dto.js';
import {
  DocumentPasswordBody,
  OrganizationPasswordBody,
  OrganizationPasswordParams,
} from './document-passwords.dto.js';
import { documentPasswordView, type DocumentPasswordView } from './document-passwords.view.dto.js';

@Controller('api/organizations/:organizationId/documents/:documentId/password')
export class DocumentPasswordController {
  constructor(private readonly passwords: DocumentPasswords) {}

  /**
   * Reads a document again that needs a password: a background task. Afterwards `extraction.outcome` of the document is
   * `encrypted` as before if the password does not open the file.
   */
  @Errors('document.not_found', 'document.not_protected', 'document.is_being_read', 'tasks.limit_reached')
  @Post()
  @HttpCode(202)
  @Access.permissions('documents:update')
  async unlock(
    @Param() { documentId }: DocumentParams,
    @Context() ctx: OrganizationContext,
    @Body() body: DocumentPasswordBody,
  ): Promise<{ taskId: string }> {
    return { taskId: await this.passwords.unlock(ctx, documentId, body) };
  }

  /** Removes the password that is kept for a document; the text that was read stays. */
  @Errors('document.not_found', 'document.no_kept_password')
  @Delete()
  @HttpCode(204)
  @Access.permissions('documents:update')
  async forget(@Param() { documentId }: DocumentParams, @Context() ctx: OrganizationContext): Promise<void> {
    await this.passwords.forget(ctx, documentId);
  }
}

@Controller('api/organizations/:organizationId/document-passwords')
export class OrganizationPasswordsController {
  constructor(
    private readonly service: OrganizationPasswords,
    private readonly passwords: PasswordRepository,
    private readonly idempotency: Idempotency,
  ) {}

  /** The passwords that are tried for protected documents, oldest first: their names only. Owners and administrators. */
  @Get()
  @Access.permissions('organizations:read')
  @Access.role('admin')
  async list(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Query() page: WholeListQuery,
  ): Promise<{ documentPasswords: DocumentPasswordView[] }> {
    return { documentPasswords: (await this.passwords.list(ctx, page)).map(documentPasswordView) };
  }

  /**
   * Adds a password that is tried for every document that needs one, at most 20. Documents that are there already are
   * read again by `POST …/documents/batch/reprocess` with the outcome `encrypted`. Owners and administrators.
   */
  @Errors('document_passwords.limit_reached')
  @Post()
  @HttpCode(200)
  @Access.permissions('organizations:update')
  @Access.role('admin')
  async add(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Body() body: OrganizationPasswordBody,
    @Req() request: FastifyRequest,
  ): Promise<{ documentPassword: DocumentPasswordView }> {
    return this.idempotency.once(
      request,
      { name: body.name }, // a hash of the password would be stored with the key
      (tx) => this.service.add(tx, ctx, body),
      (password: ListedPassword) => ({ documentPassword: documentPasswordView(password) }),
    );
  }

  /** Removes a password from the list; what was read with it stays. Owners and administrators. */
  @Errors('document_passwords.not_found')
  @Delete(':passwordId')
  @HttpCode(204)
  @Access.permissions('organizations:update')
  @Access.role('admin')
  async remove(
    @Param() { passwordId }: OrganizationPasswordParams,
    @Context() ctx: OrganizationContext,
  ): Promise<void> {
    await this.service.remove(ctx, passwordId);
  }
}
