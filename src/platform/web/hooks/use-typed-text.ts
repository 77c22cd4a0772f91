import { useEffect, useEffectEvent, useState } from 'react'

const afterMs = 200

/** Passes typed text on after a pause or on blur. @returns the text to show, and handlers for input and blur */
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

  // Changed from outside: drop the typed text.
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
