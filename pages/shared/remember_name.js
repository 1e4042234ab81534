// Keeps the name that a person gave, so that the browser tells it when it comes back.
export default function ({ data }) {
  const kept = `soundings-name=${encodeURIComponent(data.name)}`;
  document.cookie = `${kept}; path=/; max-age=${data.seconds}; samesite=strict`;
}
