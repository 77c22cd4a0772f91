import { i18n } from '#platform/contract/i18n.ts'
import { SendHorizontal } from 'lucide-react'
import { useLayoutEffect, useRef, type KeyboardEvent } from 'react'
import { DraftNote } from '#platform/web/drafts/draft-note.tsx'
import { AttachButton } from '#features/uploads/web/file-picker.tsx'
import { UploadRows } from '#features/uploads/web/upload-rows.tsx'
import { useFocusAction } from '#platform/web/actions/use-focus-action.ts'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { Textarea } from '#platform/web/ui/form/textarea.tsx'
import { writeMessage } from './actions.ts'
import type { WrittenMessage } from './use-written-message.ts'

interface MessageInputProps {
  written: WrittenMessage
  isLive: boolean
  onType(text: string): void
  onSend(): void
}

/** Sends by Enter; Shift+Enter begins a new line. */
export function MessageInput({ written, isLive, onType, onSend }: MessageInputProps) {
  const box = useRef<HTMLTextAreaElement>(null)
  const isDisabled = written.isSending || !isLive
  useKeptFocus(box, isDisabled)
  useFocusAction(writeMessage, box)

  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    // Enter also ends a composition, as of Japanese or with an accent; Safari tells by the key code only.
    const isComposing = event.nativeEvent.isComposing || event.keyCode === 229
    if (event.key !== 'Enter' || event.shiftKey || isComposing) return
    event.preventDefault()
    onSend()
  }

  return (
    <form
      tabIndex={-1}
      // Letters typed while the box rests are no commands.
      data-owns-keys={isDisabled || undefined}
      className="flex flex-none flex-col gap-1 px-3 pb-3 outline-none"
      onSubmit={(event) => {
        event.preventDefault()
        // The button is about to be disabled, too.
        box.current?.focus()
        onSend()
      }}
    >
      {written.isRestored && <DraftNote onDiscard={written.discard} />}
      <div className="max-h-40 overflow-y-auto empty:hidden">
        <UploadRows uploads={written.uploads} compact />
      </div>
      <p role="status" className="text-meta text-red-fg empty:hidden">
        {written.fileError}
      </p>
      <div className="flex items-end gap-1">
        <AttachButton uploads={written.uploads} />
        <Textarea
          ref={box}
          aria-label={i18n.t('Message')}
          rows={2}
          className="max-h-30! min-h-13! resize-none!"
          placeholder={i18n.t('Type your message... Press Enter to send, Shift+Enter for new line')}
          value={written.text}
          disabled={isDisabled}
          onChange={(event) => {
            written.write(event.target.value)
            onType(event.target.value)
          }}
          onKeyDown={press}
        />
        <IconButton
          type="submit"
          variant="primary"
          label={i18n.t('Send message')}
          disabled={isDisabled || !written.isUnsent}
        >
          <SendHorizontal aria-hidden />
        </IconButton>
      </div>
    </form>
  )
}

/** Leaves the focus of a disabled field to its form, and restores it unless the person has gone elsewhere. */
function useKeptFocus(box: { current: HTMLTextAreaElement | null }, isDisabled: boolean): void {
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return undefined
    if (isDisabled) {
      if (hadFocus.current) element.form?.focus()
    } else {
      const isElsewhere = document.activeElement?.matches('input, textarea, select, button, a') === true
      if (hadFocus.current && !isElsewhere) element.focus()
      hadFocus.current = false
    }
    // Checked while it is disabled; a moment later the focus is gone.
    return () => {
      hadFocus.current ||= document.activeElement === element
    }
  }, [box, isDisabled])
}
