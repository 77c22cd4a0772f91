import { scenes } from '../every-key-scenes.ts'
import { pressesKeys } from '../every-key.ts'

pressesKeys(scenes, 'short')
