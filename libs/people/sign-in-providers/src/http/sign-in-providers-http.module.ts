import { Module } from '@nestjs/common';
import { SignInProvidersModule } from '#people/sign-in-providers';
import { SignInProvidersExtension } from './sign-in-providers.extension.js';

@Module({ imports: [SignInProvidersModule], providers: [SignInProvidersExtension] })
export class SignInProvidersHttpModule {}
