import { i18n } from '#platform/contract/i18n.ts'
import { useRef, useState, type ComponentProps } from 'react'
import { useMedia } from '#platform/web/hooks/use-media.ts'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Input } from '#platform/web/ui/form/input.tsx'
import { Tab, TabList, TabPanel, Tabs } from '#platform/web/ui/tabs.tsx'
import { Textarea } from '#platform/web/ui/form/textarea.tsx'
import { mailVariables, type EmailTemplate } from '../contract.ts'
import { Panel } from './panel.tsx'
import { TemplatePreview } from './template-preview.tsx'

type Writable = HTMLInputElement | HTMLTextAreaElement
type Part = keyof EmailTemplate

interface TemplateSectionProps {
  template: EmailTemplate
  faults: Partial<Record<Part, string>>
  onChange(template: EmailTemplate): void
}

export function TemplateSection({ template, faults, onChange }: TemplateSectionProps) {
  const [mode, setMode] = useState('html')
  const isWide = useMedia('(width >= 80rem)')
  const section = useRef<HTMLDivElement>(null)
  const written = useRef<Writable>(null)

  /** Inserts a variable at the last position of the cursor. */
  function insert(variable: string): void {
    const shown = section.current?.querySelector<Writable>('textarea:not([hidden] *), input')
    const field = written.current?.closest('[hidden]') ? shown : (written.current ?? shown)
    if (!field) return
    const { selectionStart, selectionEnd, value } = field
    const [start, end] = [selectionStart ?? value.length, selectionEnd ?? value.length]
    const word = `{{${variable}}}`
    onChange({ ...template, [field.name]: value.slice(0, start) + word + value.slice(end) })
    requestAnimationFrame(() => {
      field.focus()
      field.setSelectionRange(start + word.length, start + word.length)
    })
  }

  const part = (name: Part): ComponentProps<'textarea'> & ComponentProps<'input'> => ({
    name,
    value: template[name],
    onChange: (event: { target: Writable }) => onChange({ ...template, [name]: event.target.value }),
    onFocus: (event: { target: Writable }) => {
      written.current = event.target
    },
  })
  const editor = (name: Part, label: string) => (
    <Field label={label} error={faults[name]} className="flex-1">
      <Textarea
        {...part(name)}
        spellCheck={name === 'textTemplate'}
        className="min-h-80! flex-1 font-mono text-meta! font-normal! xl:min-h-120!"
      />
    </Field>
  )
  return (
    <Panel title={i18n.t('Email Template')}>
      <div ref={section} className="flex min-w-0 flex-col gap-4">
        <Field label={i18n.t('Subject Template')} error={faults.subject}>
          <Input {...part('subject')} autoComplete="off" />
        </Field>
        <Variables onChoose={insert} />
        <Tabs value={mode} onValueChange={setMode} className="flex min-w-0 flex-col gap-4">
          <TabList label={i18n.t('Template')}>
            <Tab value="html">{i18n.t('HTML Editor')}</Tab>
            <Tab value="text">{i18n.t('Text Editor')}</Tab>
            <Tab value="preview">{i18n.t('Email Preview')}</Tab>
          </TabList>
          <div className={isWide && mode !== 'preview' ? 'grid min-w-0 grid-cols-2 gap-6' : 'min-w-0'}>
            <TabPanel value="html" keepMounted className="flex min-w-0 flex-col [&[hidden]]:hidden">
              {editor('htmlTemplate', i18n.t('HTML Template'))}
            </TabPanel>
            <TabPanel value="text" keepMounted className="flex min-w-0 flex-col [&[hidden]]:hidden">
              {editor('textTemplate', i18n.t('Text Template'))}
            </TabPanel>
            {isWide && mode !== 'preview' && (
              <TemplatePreview template={template} kind={mode === 'text' ? 'text' : 'html'} />
            )}
            <TabPanel value="preview" className="flex h-[70dvh] min-h-96 flex-col">
              <TemplatePreview template={template} kind="html" className="flex-1" />
            </TabPanel>
          </div>
        </Tabs>
      </div>
    </Panel>
  )
}

const Variables = ({ onChoose }: { onChoose(variable: string): void }) => (
  <div role="group" aria-label={i18n.t('Insert a variable')} className="flex flex-wrap items-center gap-1.5">
    <span className="me-1 text-meta text-subtle">{i18n.t('Variables')}</span>
    {mailVariables.map((variable) => (
      <button
        key={variable}
        type="button"
        title={i18n.t('Insert {variable} at the cursor', { variable: `{{${variable}}}` })}
        className="rounded-control border border-border bg-sunken px-2 py-0.5 font-mono text-meta font-normal hover:bg-hover pointer-coarse:min-h-control"
        // Keep the focus in the field, and with it the cursor.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onChoose(variable)}
      >
        {variable}
      </button>
    ))}
  </div>
)
