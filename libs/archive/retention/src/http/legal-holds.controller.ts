import { Body, Controller, Delete, Get, HttpCode, Param, Put, Query } from '@nestjs/common';
import { DocumentParams } from '#archive/documents/http';
import { LegalHolds } from '#archive/retention';
import { Access, Context, Errors, OrganizationParams, PageQuery } from '#ground/http-kit';
import type { OrganizationContext } from '#ground/kernel';
import {
  HoldReasonBody,
  legalHoldView,
  ReleaseHoldQuery,
  type DocumentHoldResponse,
  type LegalHoldResponse,
  type LegalHoldsResponse,
} from './legal-holds.dto.js';

@Controller('api/organizations/:organizationId')
@Access.role('admin')
export class LegalHoldsController {
  constructor(private readonly holds: LegalHolds) {}

  /** The legal holds of the organization, oldest first. Owners and admins only. */
  @Get('holds')
  @Access.permissions('legal-holds:read')
  async list(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Query() page: PageQuery,
  ): Promise<LegalHoldsResponse> {
    const { holds, holdsCount } = await this.holds.list(ctx, page);
    return { holds: holds.map(legalHoldView), holdsCount };
  }

  /**
   * Puts everything in the organization on legal hold, or gives the hold another reason: no user and no process removes any of
   * it permanently until the hold is released, and the organization cannot be deleted. Owners and admins only.
   */
  @Put('hold')
  @Access.permissions('legal-holds:update')
  async setOnOrganization(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Body() { reason }: HoldReasonBody,
  ): Promise<LegalHoldResponse> {
    return { hold: legalHoldView(await this.holds.set(ctx, null, reason)) };
  }

  /** Releases the hold on the organization; those on documents stay. Owners and admins only. */
  @Errors('legal_hold.not_found')
  @Delete('hold')
  @HttpCode(204)
  @Access.permissions('legal-holds:update')
  async releaseOrganization(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Query() { reason }: ReleaseHoldQuery,
  ): Promise<void> {
    await this.holds.release(ctx, null, reason);
  }

  /** The legal hold on a document, with its reason. Owners and admins only. */
  @Errors('document.not_found')
  @Get('documents/:documentId/hold')
  @Access.permissions('legal-holds:read', 'documents:read')
  async get(
    @Param() { documentId }: DocumentParams,
    @Context() ctx: OrganizationContext,
  ): Promise<DocumentHoldResponse> {
    const hold = await this.holds.ofDocument(ctx, documentId);
    return { hold: hold ? legalHoldView(hold) : null };
  }

  /**
   * Puts a document on legal hold, in the trash or not, or gives the hold another reason: no user and no
   * process removes it permanently until the hold is released. Owners and admins only.
   */
  @Errors('document.not_found')
  @Put('documents/:documentId/hold')
  @Access.permissions('legal-holds:update')
  async set(
    @Param() { documentId }: DocumentParams,
    @Context() ctx: OrganizationContext,
    @Body() { reason }: HoldReasonBody,
  ): Promise<LegalHoldResponse> {
    return { hold: legalHoldView(await this.holds.set(ctx, documentId, reason)) };
  }

  /** Releases the hold on a document; one on the organization stays. Owners and admins only. */
  @Errors('document.not_found', 'legal_hold.not_found')
  @Delete('documents/:documentId/hold')
  @HttpCode(204)
  @Access.permissions('legal-holds:update')
  async release(
    @Param() { documentId }: DocumentParams,
    @Context() ctx: OrganizationContext,
    @Query() { reason }: ReleaseHoldQuery,
  ): Promise<void> {
    await this.holds.release(ctx, documentId, reason);
  }
}
