import { useEffect, useEffectEvent, useState } from 'react'

const afterMs = 200

/**
 * A text that is handed on when the person pauses or leaves the field, while the field itself follows every key.
 * @returns the text to show, what to do with a new one, and what to do on leaving
 */
export function useTypedText(value: string, onChange: (text: string) => void) {
  const [typed, setTyped] = useState<string | null>(null)
  const [handedOn, setHandedOn] = useState(value)

  const handOn = () => {
    if (typed === null || typed.trim() === handedOn) return
    setHandedOn(typed.trim())
    onChange(typed.trim())
  }
  const handOnLatest = useEffectEvent(handOn)
  useEffect(() => {
    if (typed === null) return undefined
    const timer = setTimeout(() => handOnLatest(), afterMs)
    return () => clearTimeout(timer)
  }, [typed])

  // Set from elsewhere: cleared, or another address. The typed text is dropped.
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    if (value !== handedOn) {
      setHandedOn(value)
      setTyped(null)
    }
  }

  return {
    text: typed ?? value,
    type: setTyped,
    leave() {
      handOn()
      setTyped(null)
    },
  }
}
