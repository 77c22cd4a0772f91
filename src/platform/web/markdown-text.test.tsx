import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { MarkdownText } from './markdown-text.tsx'
import { processorMs } from '#test/processor-time.ts'

const drawn = (text: string, names: string[] = []) =>
  renderToStaticMarkup(<MarkdownText text={text} names={names} />)

/** All of it but the element around it, and the direction of each. */
const shown = (text: string, names: string[] = []) =>
  drawn(text, names)
    .replaceAll(/ dir="(auto|ltr)"/g, '')
    .replace(/^<(div|p) class="markdown">|<\/(div|p)>$/g, '')

describe('Markdown is shown', () => {
  it.each([
    [
      '**bold** *leaning* ~~gone~~ `code`',
      '<p><strong>bold</strong> <em>leaning</em> <del>gone</del> <code>code</code></p>',
    ],
    ['one\ntwo  \nthree', '<p>one\ntwo\nthree</p>'],
    ['# One\n### Three', '<h4 data-depth="1">One</h4><h4 data-depth="3">Three</h4>'],
    ['- a\n- b\n  - c', '<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>'],
    ['3. a\n4. b', '<ol start="3"><li>a</li><li>b</li></ol>'],
    ['> said\n> so', '<blockquote><p>said\nso</p></blockquote>'],
    ['a\n\n---\n\nb', '<p>a</p><hr/><p>b</p>'],
  ])('Markdown is shown as elements: %j', (text, html) => expect(shown(text)).toBe(html))

  it('each part is laid out in the direction of its own text, and code from left to right', () => {
    const html = drawn('שלום\n\n# שלום\n- one\n\n> one\n\n```\none\n```\n\n|a|\n|-|\n|ب|')
    for (const name of ['p', 'h4', 'li', 'blockquote', 'th', 'td'])
      expect([name, new RegExp(`<${name} dir="auto"`).test(html)]).toEqual([name, true])
    expect(html).toContain('<pre dir="ltr">')
  })

  it('Markdown is shown with tasks, which nobody can tick', () => {
    const html = shown('- [x] done\n- [ ] not yet')
    expect(html).toMatch(/aria-label="Done".*done.*aria-label="To do".*not yet/)
    expect(html).not.toContain('<input')
  })

  it('Markdown is shown with code and tables that scroll by themselves', () => {
    expect(shown('```js\n<b>**x**\n```')).toContain('<pre><code>&lt;b&gt;**x**</code></pre>')
    const html = shown('| a | b |\n|---|--:|\n| **1** | 2 |')
    expect(html).toContain('<td style="text-align:right">2</td>')
    expect(html).toContain('<td><strong>1</strong></td>')
  })
})

describe('a text that its author does not know to be Markdown', () => {
  it.each(
    [
      ['\\\\fileserver\\share\\_new', 'C:\\Users\\_svc\\.cache', 'C:\\temp\\*', 'dir C:\\temp\\*.log /s'],
      ['\\\\srv\\share$\\_new, \\\\srv\\_old', '%TEMP%\\_x_y_', '\\_new and \\_old', 'a path D:\\a\\\nnext'],
      ['\\d+\\.\\d+ [0-9\\]+', 'a\\_b\\_c', 'C:\\_foo_ x'],
      ['__init__.py', 'in __main__.js:', 'a_b_c', '2*3*4', '2**3**4', '/var/*/log/*/x', 'src/**/a/**/b.ts'],
      ['foo(*args, **kwargs)', '~10~20', 'from ~5 to ~', '~5~', 'x~~y~~z'],
      ['a\n-----', 'a\n-- \nAnn\nb', 'Title\n=====', 'a\n---\nb', 'a\n* * *\nb', 'To: b\n-----Original-----'],
      ['+ 49 30 1234', 'Call\n+ 49 30 1234\nnow', '+ (49) 30', '7. 8. 10.', '03. April 2025', '1. 2. 2025'],
    ].flat(),
  )('a text is shown as it was typed: %j', (text) => expect(shown(text)).toBe(`<p>${text}</p>`))

  it.each([
    ['\\*not leaning\\*', '<p>*not leaning*</p>'],
    ['\\_x\\_ and \\`code\\`', '<p>_x_ and `code`</p>'],
    ['\\[no link\\](x)', '<p>[no link](x)</p>'],
    ['\\# one', '<p># one</p>'],
    ['1\\. one', '<p>1. one</p>'],
    ['\\- one', '<p>- one</p>'],
  ])('a sign loses its meaning behind a backslash: %j', (text, html) => expect(shown(text)).toBe(html))

  it.each([
    ['**Note:** *x*, (**y**). „**z**“', '**Note:** *x*, (**y**). „**z**“'],
    ['这是**粗体**文字', '这是**粗体**文字'],
    ['***both*** **a**/b', '***both*** **a**/b'],
  ])('emphasis around words is shown: %j', (text) => {
    expect(shown(text)).toMatch(/<(strong|em)>/)
    expect(shown(text)).not.toContain('*')
  })

  it.each([
    ['R&D &#x41;', 'R&amp;D A'],
    ['&#60;b&#62; R&D', '&lt;b&gt; R&amp;D'],
    ['can&#39;t & won’t', 'can&#x27;t &amp; won’t'],
    ['&amp; &#38;amp; &#0;', '&amp;amp; &amp;amp; �'],
  ])('a character by its number is that character, and no other sign changes: %j', (text, html) => {
    expect(shown(text)).toBe(`<p>${html}</p>`)
  })

  it('a list is numbered as it was typed', () => {
    expect(shown('0. a\n1. b')).toBe('<ol start="0"><li>a</li><li>b</li></ol>')
    expect(shown('7. a\n8. b\n10. c\n11. d')).toBe(
      '<ol start="7"><li>a</li><li>b</li><li value="10">c</li><li>d</li></ol>',
    )
    expect(shown('1. a\n1. b')).toBe('<ol start="1"><li>a</li><li>b</li></ol>')
  })

  it.each([
    ['见 https://example.com/docs，详见下文', 'https://example.com/docs'],
    ['手册：https://example.com/docs。', 'https://example.com/docs'],
    ['（https://example.com/a）です', 'https://example.com/a'],
    ['请看https://example.com（需要登录）', 'https://example.com'],
    ['Siehe „https://example.com/a“', 'https://example.com/a'],
    ['« https://e.com/a », »https://e.com/a«', 'https://e.com/a'],
    ['「https://e.com/a.」', 'https://e.com/a'],
    ['https://e.com/a… more', 'https://e.com/a'],
    ['https://e.com/a—which is', 'https://e.com/a'],
    ['انظر https://e.com/a، ثم', 'https://e.com/a'],
    ['https://ja.wikipedia.org/wiki/（一）、', 'https://ja.wikipedia.org/wiki/（一）'],
    ['https://fr.wikipedia.org/wiki/L’Équipe.', 'https://fr.wikipedia.org/wiki/L’Équipe'],
    ['https://en.wikipedia.org/wiki/Bose–Einstein,', 'https://en.wikipedia.org/wiki/Bose–Einstein'],
    ['https://e.com/a_(b).', 'https://e.com/a_(b)'],
  ])('a link ends before what stands behind it: %j', (text, href) => {
    const found = [...shown(text).matchAll(/href="([^"]*)"/g)].map((match) => match[1])
    expect([...new Set(found)]).toEqual([href])
  })
})

describe('a text stays text', () => {
  it.each([
    ['<script>alert(1)</script>'],
    ['<img src=x onerror=alert(1)>'],
    ['a <b onclick="x">b</b> c'],
    ['<!-- a -->'],
    ['<div>\n<p>a</p>\n</div>'],
    ['&lt;b&gt; &amp;'],
  ])('HTML in Markdown stays text: %j', (text) => {
    const html = shown(text)
    const back = html
      .replaceAll(/<\/?p>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&')
    expect(back).toBe(text)
    expect(html.replaceAll(/<\/?p>/g, '')).not.toMatch(/[<>]/)
  })

  it('a link leads to the web or to mail, and nowhere else', () => {
    for (const [text, href] of [
      ['[a](https://x.example/y?z=1&w=2)', 'https://x.example/y?z=1&amp;w=2'],
      ['https://x.example', 'https://x.example'],
      ['<mailto:a@x.example>', 'mailto:a@x.example'],
      ['a@x.example', 'mailto:a@x.example'],
      ['www.x.example', 'http://www.x.example'],
    ] as const)
      expect(shown(text)).toContain(`<a href="${href}" target="_blank" rel="noopener noreferrer nofollow"`)
    for (const bad of [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      '&#106;avascript:alert(1)',
      '/tickets',
      '//x.example',
      'file:///etc/passwd',
      'java\tscript:alert(1)',
    ])
      expect([bad, shown(`[a](${bad})`)]).toEqual([bad, expect.not.stringContaining('<a')])
  })

  it('an image is a link, never fetched', () => {
    const html = shown(
      '![logo](https://x.example/l.png) ![](https://x.example/m.png) ![x](data:image/png;base64,AA)',
    )
    expect(html).not.toContain('<img')
    expect(html).toContain('>logo</a>')
    expect(html).toContain('>https://x.example/m.png</a>')
    expect(html.match(/<a /g)).toHaveLength(2)
  })
})

describe('mentioned names', () => {
  it('mentioned names are highlighted, and longer names are not', () => {
    const html = shown('Hi **@Ada Berg**, not @Ada Bergmann or `@Ada Berg`', ['@Ada Berg'])
    expect(html.match(/<span class="mention">@Ada Berg<\/span>/g)).toHaveLength(1)
  })

  it('mentioned names may contain the characters of patterns', () => {
    expect(shown('Hi @A. (B*', ['@A. (B*'])).toContain('<span class="mention">@A. (B*</span>')
  })
})

describe('texts that would stop the page', () => {
  const length = 50_000
  const fill = (part: string) => part.repeat(Math.ceil(length / part.length)).slice(0, length)

  it.each([
    '[',
    '![',
    '!',
    '!a',
    '*',
    '*a ',
    '**a ',
    '**a',
    '_a',
    'a_',
    '`',
    '<',
    '>',
    '> ',
    '> a\n',
    '- ',
    '[a](b ',
    '[a]: b\n',
    '~~a ',
    '|a',
    '|x|y|\n',
    '#',
    'a\n',
    ' ',
    'http://',
    'a@',
    '&',
    '\\',
    '<!--',
    '<a b="',
    '1. ',
    'a\n=\n',
    '```\na\n',
    '\\[',
    'word ',
    '*a_ ~b~ ',
  ])('a text is shown in bounded time: 50,000 characters of %j', (part) => {
    const text = fill(part)
    const begun = processorMs()
    expect(() => shown(text)).not.toThrow()
    // Six times the slowest of these on a quiet machine. Work that grows with the square of the length takes longer.
    expect(processorMs() - begun).toBeLessThan(2500)
  })

  it.each([
    ['quotes', `${'> '.repeat(3000)}deep`],
    ['lists', `${'- '.repeat(3000)}deep`],
    ['steps', Array.from({ length: 300 }, (_, level) => `${'  '.repeat(level)}- deep`).join('\n')],
    ['links', `${'['.repeat(3000)}deep${'](x)'.repeat(3000)}`],
  ])('a text is shown in bounded time: deeply nested %s', (_, text) => {
    const begun = processorMs()
    expect(shown(text)).toContain('deep')
    expect(processorMs() - begun).toBeLessThan(500)
  })

  it('a text that is too deep is shown whole', () => {
    expect(shown(`${'> '.repeat(3000)}deep`).replaceAll('&gt; ', '')).toBe('deep')
  })
})
