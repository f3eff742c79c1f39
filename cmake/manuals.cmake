# idn_add_manual(PROGRAM COMPONENT [COMMAND...]): installs the man page and the bash completion of a program. The program itself prints
# them from the texts of --help, so that no text is written twice. Each COMMAND that is given gets a page of its own.
function(idn_add_manual program component)
  if(CMAKE_CROSSCOMPILING OR NOT UNIX OR NOT IDN_INSTALL)
    return()
  endif()
  set(pages ${program}.1)
  set(make_pages COMMAND ${program} --generate-man > ${program}.1)
  set(make_completion COMMAND ${program} --generate-completion > ${program}.bash)
  foreach(command IN LISTS ARGN)
    list(APPEND pages ${program}-${command}.1)
    list(APPEND make_pages COMMAND ${program} ${command} --generate-man > ${program}-${command}.1)
    list(APPEND make_completion COMMAND ${program} ${command} --generate-completion >> ${program}.bash)
  endforeach()
  if(IDN_PACKAGES)  # Debian requires compressed pages
    list(APPEND make_pages COMMAND gzip -9nf ${pages})
    list(TRANSFORM pages APPEND .gz)
  endif()
  add_custom_command(OUTPUT ${pages} ${program}.bash ${make_pages} ${make_completion} DEPENDS ${program} VERBATIM
    COMMENT "Manual of ${program}")
  add_custom_target(${program}_manual ALL DEPENDS ${pages} ${program}.bash)
  list(TRANSFORM pages PREPEND ${CMAKE_CURRENT_BINARY_DIR}/)
  install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT ${component} OPTIONAL)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${program}.bash RENAME ${program} COMPONENT ${component} OPTIONAL
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
endfunction()
