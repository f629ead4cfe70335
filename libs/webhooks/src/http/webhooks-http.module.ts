import { Module } from '@nestjs/common';
import { WebhooksModule } from '#libs/webhooks';

@Module({ imports: [WebhooksModule] })
export class WebhooksHttpModule {}
