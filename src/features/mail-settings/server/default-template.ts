import { i18n } from '#platform/contract/i18n.ts'
import type { EmailTemplate } from '../contract.ts'

/** Uses the reader's language. Styles stand in each element: mail programs drop all others. */
export const defaultTemplate = (): EmailTemplate => ({
  subject: '[{{ticketNumber}}] {{subject}}',
  htmlTemplate: `<!doctype html>
<html lang="${i18n.locale}">
  <body style="margin: 0; padding: 24px; background: #f3f4f6; color: #17191e; font: 15px/1.5 system-ui, sans-serif">
    <div style="max-width: 560px; margin: 0 auto; padding: 24px; background: #ffffff; border-radius: 8px">
      <p style="margin: 0; color: #626875; font-size: 13px">{{ticketNumber}}</p>
      <h1 dir="auto" style="margin: 4px 0 16px; font-size: 19px; line-height: 1.35">{{subject}}</h1>
      <div dir="auto" style="margin: 0 0 16px">{{message}}</div>
      <p style="margin: 0 0 20px; color: #626875; font-size: 13px">${i18n.t('Status')}: {{status}}<br>${i18n.t('Client')}: <span dir="auto">{{clientName}}</span></p>
      {% if howToReply != "" %}<p style="margin: 0 0 16px; color: #626875; font-size: 13px">{{howToReply}}</p>
      {% endif %}<a href="{{ticketUrl}}" style="display: inline-block; padding: 9px 16px; border-radius: 6px; background: #4b55c4; color: #ffffff; text-decoration: none">${i18n.t('Open the ticket')}</a>
    </div>
    <p style="max-width: 560px; margin: 16px auto 0; color: #626875; font-size: 13px"><span dir="auto">{{companyName}}</span></p>
  </body>
</html>
`,
  textTemplate: `{{ticketNumber}}: {{subject}}

{{message}}
{%- if howToReply != "" %}

{{howToReply}}
{%- endif %}

${i18n.t('Status')}: {{status}}
${i18n.t('Client')}: {{clientName}}

{{ticketUrl}}

-- 
{{companyName}}
`,
})
