import { scenes } from '#test/browser/every-key-scenes.ts'
import { pressesKeys } from '#test/browser/every-key.ts'

pressesKeys(scenes, 'short')
