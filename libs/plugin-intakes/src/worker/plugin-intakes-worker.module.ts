import { Module } from '@nestjs/common';
import { IntakeModule } from '#libs/intake';
import { IntakeEmailsModule } from '#libs/intake-emails';
import { OrganizationsModule } from '#libs/organizations';
import { Intakes } from './intakes.js';

@Module({ imports: [IntakeModule, IntakeEmailsModule, OrganizationsModule], providers: [Intakes] })
export class PluginIntakesWorkerModule {}
