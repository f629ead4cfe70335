import { Body, Controller, Get, HttpCode, Param, Put } from '@nestjs/common';
import { DocumentParams } from '#archive/documents/http';
import { DocumentInvoiceDetails, InvoiceDetailsSetting } from '#automation/invoice-details';
import { Access, Context, Errors, OrganizationParams } from '#ground/http-kit';
import type { OrganizationContext } from '#ground/kernel';
import {
  detailFindingView,
  InvoiceDetailsSettingBody,
  type InvoiceDetailFindingView,
  type InvoiceDetailsSettingView,
} from './invoice-details.dto.js';

@Controller('api/organizations/:organizationId')
export class InvoiceDetailsController {
  constructor(
    private readonly setting: InvoiceDetailsSetting,
    private readonly details: DocumentInvoiceDetails,
  ) {}

  /** Whether amounts, due dates, IBANs and numbers of invoices and customers are found in documents. */
  @Get('invoice-details')
  @Access.permissions('organizations:read')
  async get(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
  ): Promise<{ invoiceDetails: InvoiceDetailsSettingView }> {
    const { isAvailable } = this.setting;
    return { invoiceDetails: { isEnabled: await this.setting.isEnabled(ctx), isAvailable } };
  }

  /**
   * Turns it on or off. Turning it on gives the organization the custom properties that are filled, where it has none of
   * their roles (`PUT …/custom-properties/by-role/:role` makes them with other names). One that is deleted afterwards is
   * not filled and not made again. Owners only.
   */
  @Errors('user.not_organization_owner')
  @Put('invoice-details')
  @HttpCode(204)
  @Access.permissions('organizations:update')
  @Access.role('owner')
  async change(
    @Param() _params: OrganizationParams,
    @Body() { isEnabled }: InvoiceDetailsSettingBody,
    @Context() ctx: OrganizationContext,
  ): Promise<void> {
    await this.setting.change(ctx, isEnabled);
  }

  /** Where values of the document were found, without those that someone has changed since. */
  @Errors('document.not_found')
  @Get('documents/:documentId/invoice-details')
  @Access.permissions('documents:read', 'custom-properties:read')
  async ofDocument(
    @Param() { documentId }: DocumentParams,
    @Context() ctx: OrganizationContext,
  ): Promise<{ findings: InvoiceDetailFindingView[] }> {
    return { findings: (await this.details.list(ctx, documentId)).map(detailFindingView) };
  }
}
