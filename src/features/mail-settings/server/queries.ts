import { asc, eq } from 'drizzle-orm'
import type { Reader } from '#platform/server/database/query-builder.ts'
import { mailTemplates } from '#tables/mail-templates.ts'
import { smtpSettings } from '#tables/smtp-settings.ts'
import { defaultCompany, defaultPort, type EmailSettings, type EmailTemplate } from '../contract.ts'
import { defaultTemplate } from './default-template.ts'

/** Finds the mail server, its password sealed. */
export async function findSmtp(reader: Reader) {
  const [row] = await reader
    .select()
    .from(smtpSettings)
    .where(eq(smtpSettings.isActive, true))
    .orderBy(asc(smtpSettings.createdAt))
    .limit(1)
  return row
}

/** @param fromEmail sender, whose domain ends it @returns a Message-ID without angle brackets */
export const messageIdOf = (name: string, fromEmail: string): string =>
  `${name}${fromEmail.slice(fromEmail.lastIndexOf('@'))}`

export async function isMailConfigured(reader: Reader): Promise<boolean> {
  const [row] = await reader
    .select({ id: smtpSettings.id })
    .from(smtpSettings)
    .where(eq(smtpSettings.isActive, true))
    .limit(1)
  return row !== undefined
}

export async function findTemplate(reader: Reader): Promise<EmailTemplate> {
  const { subject, htmlTemplate, textTemplate } = mailTemplates
  const [row] = await reader.select({ subject, htmlTemplate, textTemplate }).from(mailTemplates)
  return row ?? defaultTemplate()
}

export async function findEmailSettings(reader: Reader): Promise<EmailSettings> {
  const [smtp, emailTemplate] = await Promise.all([findSmtp(reader), findTemplate(reader)])
  return {
    smtpHost: smtp?.host ?? '',
    smtpPort: smtp?.port ?? defaultPort,
    smtpUsername: smtp?.username ?? '',
    fromEmail: smtp?.fromEmail ?? '',
    replyToEmail: smtp?.replyToEmail ?? '',
    companyName: smtp?.companyName ?? defaultCompany,
    useSSL: smtp?.useSSL ?? false,
    useTLS: smtp?.useTLS ?? true,
    isConfigured: smtp !== undefined,
    emailTemplate,
  }
}
