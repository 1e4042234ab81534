// Keeps the address that somebody opened in this tab of the browser while they sign in, and leads
// there once afterwards: Streamlit leads back to the root whatever was opened.
const KEPT = "soundings-wanted-address";

export default function ({ data, setStateValue }) {
  const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
  const isBack = kept?.left && location.pathname.replace(/\/$/, "") === data.root;
  if (data.is_here) {
    sessionStorage.removeItem(KEPT);
    if (isBack) goTo(kept.address, data.root);
    return;
  }
  let now = kept;
  if (kept?.load !== performance.timeOrigin) {
    const here = location.pathname + location.search;
    now = { address: isBack ? kept.address : here, load: performance.timeOrigin };
    if (isBack) setStateValue("came_back", true);
  }
  // Drawn anew on the same page: the click did not lead away.
  keep({ ...now, left: false });

  const leave = ({ target }) => {
    if (target.closest("[class*='st-key-sign-in']")) keep({ ...now, left: true });
  };
  document.addEventListener("click", leave, true);
  return () => document.removeEventListener("click", leave, true);
}

function keep(what) {
  sessionStorage.setItem(KEPT, JSON.stringify(what));
}

function goTo(address, root) {
  const wanted = new URL(address, location.origin);
  const isOurs = wanted.origin === location.origin && wanted.pathname.startsWith(`${root}/`);
  if (isOurs && wanted.href !== location.href) location.replace(wanted);
}
