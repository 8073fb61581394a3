import './meter.css'

interface MeterProps {
  label: string
  value: number
  max: number
  /** The same in words. */
  text: string
}

/** How much of something: the figures, and a bar that begins at zero. */
export function Meter({ label, value, max, text }: MeterProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0
  return (
    <div className="meter">
      <span className="label">{label}</span>
      <span className="figures">{text}</span>
      <div className="bar" aria-hidden="true">
        <div style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  )
}
