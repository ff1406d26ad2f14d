// Elements that only a drag could move: marked as such, or listening for one.
(given, say) => [...document.querySelectorAll('main [draggable="true"], main [ondragstart]')].map((node) => say.where(node))
