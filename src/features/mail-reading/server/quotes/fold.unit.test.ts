import { describe, expect, test } from 'vitest'
import { fold } from './fold.ts'
import { htmlToText } from '../html-text.ts'

const pictures = { own: () => undefined, within: () => undefined }
const ofHtml = (html: string) => fold(htmlToText(html, pictures).text, false)
const ofText = (text: string) => fold(text, false)

const quoted = (shown: string) => ({ text: shown, kinds: ['quote'] })

function judge({ text, folded }: ReturnType<typeof fold>) {
  return { text, kinds: folded.map(({ kind }) => kind) }
}

describe('an answer above its quote, in plain text', () => {
  test.each([
    ['English', 'On Tue, 3 Mar 2026 at 09:30, Eve Ernst <support@desk.test> wrote:'],
    [
      'English, wrapped',
      'On Tue, 3 Mar 2026 at 09:30, Eve Ernst, who is with the\nSupport <support@desk.test> wrote:',
    ],
    ['German', 'Am 03.03.2026 um 09:30 schrieb Eve Ernst:'],
    ['French', 'Le mar. 3 mars 2026 à 09:30, Eve Ernst <support@desk.test> a écrit :'],
    ['Spanish', 'El mar, 3 mar 2026 a las 9:30, Eve Ernst (<support@desk.test>) escribió:'],
    ['Italian', 'Il giorno mar 3 mar 2026 alle ore 09:30 Eve Ernst <support@desk.test> ha scritto:'],
    ['Portuguese', 'Em ter., 3 de mar. de 2026 às 09:30, Eve Ernst <support@desk.test> escreveu:'],
    ['Dutch', 'Op di 3 mrt 2026 om 09:30 schreef Eve Ernst <support@desk.test>:'],
    ['Polish', 'wt., 3 mar 2026 o 09:30 Eve Ernst <support@desk.test> napisał(a):'],
    ['Czech', 'út 3. 3. 2026 v 9:30 odesílatel Eve Ernst <support@desk.test> napsal:'],
    ['Russian', 'вт, 3 мар. 2026 г. в 09:30, Eve Ernst <support@desk.test>:'],
    ['Swedish', 'Den tis 3 mars 2026 kl 09:30 skrev Eve Ernst <support@desk.test>:'],
    ['Turkish', 'Eve Ernst <support@desk.test>, 3 Mar 2026 Sal, 09:30 tarihinde şunu yazdı:'],
    ['Hungarian', 'Eve Ernst <support@desk.test> ezt írta (időpont: 2026. márc. 3., K, 9:30):'],
    ['Japanese', '2026年3月3日(火) 9:30 Eve Ernst <support@desk.test>:'],
    ['Chinese', 'Eve Ernst <support@desk.test> 于2026年3月3日周二 09:30写道：'],
    ['Korean', '2026년 3월 3일 (화) 오전 9:30, Eve Ernst <support@desk.test>님이 작성:'],
    ['Hebrew', '‫בתאריך יום ג׳, 3 במרץ 2026 ב-9:30 מאת ‪Eve Ernst‬‏ <‪support@desk.test‬‏>:‬'],
  ])('is shown, and the quote folded: %s', (_, attribution) => {
    const found = ofText(`Yes, please.\n\n${attribution}\n\n> Shall we come by?\n>\n> Eve\n`)
    expect(judge(found)).toEqual(quoted('Yes, please.'))
    expect(found.folded[0]?.text).toContain('Shall we come by?')
    expect(found.folded[0]?.text).toContain(attribution.replaceAll(/[‪-‮‏]/g, '').slice(0, 4).trim())
  })
})

describe('an answer above headers of the quoted mail, without marks', () => {
  const block = (labels: readonly string[]) =>
    `${labels[0]}: Support <support@desk.test>\n${labels[1]}: 3 Mar 2026 09:30\n${labels[2]}: Ana Ansel\n${labels[3]}: Printer\n\nShall we come by?`
  test.each([
    [['From', 'Sent', 'To', 'Subject']],
    [['Von', 'Gesendet', 'An', 'Betreff']],
    [['De ', 'Envoyé ', 'À ', 'Objet ']],
    [['De', 'Enviado el', 'Para', 'Asunto']],
    [['Da', 'Inviato', 'A', 'Oggetto']],
    [['De', 'Enviada em', 'Para', 'Assunto']],
    [['Van', 'Verzonden', 'Aan', 'Onderwerp']],
    [['Od', 'Wysłano', 'Do', 'Temat']],
    [['Od', 'Odesláno', 'Komu', 'Předmět']],
    [['От', 'Отправлено', 'Кому', 'Тема']],
    [['Від', 'Надіслано', 'Кому', 'Тема']],
    [['Från', 'Skickat', 'Till', 'Ämne']],
    [['Fra', 'Sendt', 'Til', 'Emne']],
    [['Lähettäjä', 'Lähetetty', 'Vastaanottaja', 'Aihe']],
    [['Kimden', 'Gönderildi', 'Kime', 'Konu']],
    [['Feladó', 'Elküldve', 'Címzett', 'Tárgy']],
    [['Από', 'Στάλθηκε', 'Προς', 'Θέμα']],
    [['差出人', '送信日時', '宛先', '件名']],
    [['发件人', '发送时间', '收件人', '主题']],
    [['보낸 사람', '보낸 날짜', '받는 사람', '제목']],
  ])('is shown, and the rest folded: %s', (labels) => {
    expect(judge(ofText(`Yes, please.\n\n________________________________\n${block(labels)}`))).toEqual(
      quoted('Yes, please.'),
    )
    expect(judge(ofText(`Yes, please.\n\n-----Original Message-----\n${block(labels)}`))).toEqual(
      quoted('Yes, please.'),
    )
    const rows = block(labels)
      .split('\n\n')[0]
      ?.replaceAll(/^(.+?)(\s?): /gm, '<b>$1$2:</b> ')
      .replaceAll('<support', '&lt;support')
      .replaceAll('test>', 'test&gt;')
      .replaceAll('\n', '<br>')
    const outlook = `<div class="WordSection1"><p class="MsoNormal">Yes, please.<o:p></o:p></p><div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal">${rows}<o:p></o:p></p></div></div><p class="MsoNormal">Shall we come by?</p></div>`
    expect(judge(ofHtml(outlook))).toEqual(quoted('Yes, please.'))
  })

  test('is shown in a language that nobody has listed, where the program drew a line', () => {
    const ruled = `<p>Iya.</p><div style="border-top:solid #B5C4DF 1.0pt"><p><b>Kutoka:</b> Support &lt;support@desk.test&gt;<br><b>Ilitumwa:</b> 3 Machi 2026 09:30<br><b>Kwa:</b> Ana<br><b>Mada:</b> Printa</p></div><p>Shall we come by?</p>`
    expect(judge(ofHtml(ruled))).toEqual(quoted('Iya.'))
    const named = `<div>Iya.</div><div id="x_divRplyFwdMsg"><b>Kutoka:</b> Support</div><div>Shall we come by?</div>`
    expect(judge(ofHtml(named))).toEqual(quoted('Iya.'))
  })

  test('is not taken for one where somebody writes of a journey, or quotes without a time', () => {
    const journey = 'Please book this:\n\nFrom: Berlin\nTo: Paris\nDate: 3 March 2026\n\nTwo seats.'
    expect(ofText(journey)).toEqual({ text: journey, folded: [] })
    const said = 'In her letter of 3 March 2026 she wrote:\n\nThe door is broken.'
    expect(ofText(said)).toEqual({ text: said, folded: [] })
  })

  test('is not taken for one where somebody fills in a form', () => {
    const form =
      'Name: Vera\nEmail: vera@visitor.example\nDate: 3 March\nSubject: opening hours\n\nAre you open?'
    expect(ofText(form)).toEqual({ text: form, folded: [] })
  })
})

describe('an answer in HTML', () => {
  const attribution =
    'On Tue, 3 Mar 2026 at 09:30, Eve &lt;<a href="mailto:support@desk.test">support@desk.test</a>&gt; wrote:'
  test.each([
    [
      'Gmail',
      `<div dir="ltr">Yes, please.</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">${attribution}<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex"><div>Shall we come by?</div></blockquote></div>`,
    ],
    [
      'Apple Mail',
      `<div>Yes, please.<br><div><br><blockquote type="cite"><div>${attribution}</div><br><div>Shall we come by?</div></blockquote></div></div>`,
    ],
    [
      'Thunderbird',
      `<p>Yes, please.</p><div class="moz-cite-prefix">${attribution}<br></div><blockquote type="cite" cite="mid:1@desk.test"><p>Shall we come by?</p></blockquote>`,
    ],
    [
      'Yahoo',
      `<div class="yahoo-style-wrap"><div>Yes, please.</div></div><div id="yahoo_quoted_12" class="yahoo_quoted"><div><div>${attribution}</div><div><br></div><div>Shall we come by?</div></div></div>`,
    ],
    [
      'Proton',
      `<div>Yes, please.</div><div class="protonmail_quote">${attribution}<br><blockquote class="protonmail_quote" type="cite">Shall we come by?</blockquote></div>`,
    ],
    [
      'Outlook for the web',
      `<div>Yes, please.</div><div id="appendonsend"></div><hr><div id="divRplyFwdMsg" dir="ltr"><b>From:</b> Support<br><b>Sent:</b> Tuesday<br><b>To:</b> Ana</div><div>Shall we come by?</div>`,
    ],
    [
      'Outlook, new',
      `<div>Yes, please.</div><div id="mail-editor-reference-message-container"><div><div style="border-top:solid"><b>From: </b>Support<br><b>Date: </b>Tuesday<br><b>To: </b>Ana</div><p>Shall we come by?</p></div></div>`,
    ],
    ['a program without marks', `<p>Yes, please.</p><p>${attribution}</p><p>Shall we come by?</p>`],
    [
      'a bare indent',
      `<p>Yes, please.</p><p>${attribution}</p><blockquote><p>Shall we come by?</p></blockquote>`,
    ],
  ])('is shown, and the quote folded: %s', (_, html) => {
    const found = ofHtml(html)
    expect(judge(found)).toEqual(quoted('Yes, please.'))
    expect(found.folded[0]?.text).toMatch(/Shall we come by\?$/)
  })

  test('keeps what its author indented', () => {
    const { text, folded } = ofHtml(
      '<p>The screen says:</p><blockquote style="margin:0 0 0 40px;border:none"><p>Error 5</p></blockquote>',
    )
    expect(text).toBe('The screen says:\n\n> Error 5')
    expect(folded).toEqual([])
  })
})

describe('answers among and below quotes', () => {
  test('stay open with the quotes between them', () => {
    const text = '> Which floor?\n\nThe second.\n\n> Since when?\n\nMonday.'
    expect(ofText(text)).toEqual({ text, folded: [] })
    const gmail = `<div class="gmail_quote"><div class="gmail_attr">On 3 Mar 2026, Eve wrote:</div><blockquote class="gmail_quote">Which floor?</blockquote><div>The second.</div><blockquote class="gmail_quote">Since when?</blockquote><div>Monday.</div></div>`
    expect(judge(ofHtml(gmail))).toEqual({
      text: expect.stringMatching(/Which floor\?[^]*The second\.[^]*Since when\?[^]*Monday\./),
      kinds: [],
    })
  })

  test('stay open where only words tell that they stand below', () => {
    const { folded } = ofText(
      'See my answers below in red.\n\nFrom: Support <support@desk.test>\nSent: Tuesday\nTo: Ana\nSubject: Printer\n\nWhich floor? The second.',
    )
    expect(folded).toEqual([])
  })

  test('are shown below a quote, which is folded', () => {
    expect(judge(ofText('On 3 Mar 2026, Eve wrote:\n> Which floor?\n\nThe second.'))).toEqual(
      quoted('The second.'),
    )
  })

  test('leave a mail open that holds nothing else than a quote', () => {
    expect(ofText('On 3 Mar 2026, Eve wrote:\n> Which floor?').folded).toEqual([])
  })
})

describe('a signature', () => {
  test('is folded behind its mark, also above a quote', () => {
    const found = ofText(
      'Yes.\n\n-- \nAna Ansel\nHead of Purchasing | Meridian Ltd\nTel. +49 30 1234\n\nOn 3 Mar 2026, Eve wrote:\n> Hm?',
    )
    expect(judge(found)).toEqual({ text: 'Yes.', kinds: ['signature', 'quote'] })
  })

  test.each([
    [
      'Gmail',
      '<div>Yes.</div><span class="gmail_signature_prefix">-- </span><br><div class="gmail_signature">Ana Ansel<br>Meridian Ltd</div>',
    ],
    ['Thunderbird', '<p>Yes.</p><pre class="moz-signature">-- \nAna Ansel\nMeridian Ltd</pre>'],
    ['Outlook', '<div>Yes.</div><div id="Signature"><p>Ana Ansel</p><p>Meridian Ltd</p></div>'],
  ])('is folded where the program marks it: %s', (_, html) => {
    expect(judge(ofHtml(html)).kinds).toContain('signature')
    expect(ofHtml(html).text).toMatch(/^Yes\./)
    expect(ofHtml(html).text).not.toContain('Ansel')
  })

  test('stays open with an answer that was written into it', () => {
    expect(ofText('Yes.\n\n-- \nAna Ansel\n\nPS: and Tuesday works too').text).toContain('Tuesday works too')
    expect(ofText('Ja.\n\n-- \nAna Ansel\nDienstag passt auch').text).toContain('Dienstag')
  })

  test('of a phone is folded at the end only', () => {
    expect(judge(ofText('Yes.\n\nSent from my iPhone'))).toEqual({ text: 'Yes.', kinds: ['signature'] })
    expect(judge(ofText('Yes.\n\nSent from my iPhone\n\nAnd no.')).kinds).toEqual([])
  })
})
